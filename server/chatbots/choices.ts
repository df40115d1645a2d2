export const languages = ["en", "es", "pt"] as const;
export type Language = (typeof languages)[number];

export const widgetIcons = ["chat", "question", "wave"] as const;

export const widgetStyles = ["round", "bar"] as const;

export const responseTypes = [
  "TEXT",
  "NAME",
  "EMAIL",
  "PHONE",
  "EMAIL_OR_PHONE",
  "LIST",
  "REGEX",
  "NONE",
  "MEETING",
] as const;
export type ResponseType = (typeof responseTypes)[number];

/** Of a node's internal_name. */
export const internalNamePattern = /^[A-Za-z0-9_-]{1,64}$/;

export const questionTypes = ["text/plain", "image", "video", "audio", "file"] as const;

export const nodeActions = ["GOTO", "GOTO_INTERNAL", "DELETE", "SET", "OPERATOR_NEEDED"] as const;

export const assignPriorities = ["TRIGGER", "INTERVENED", "ROUND_ROBIN"] as const;
