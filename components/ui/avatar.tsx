"use client";

import { cva, type VariantProps } from "class-variance-authority";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cn } from "./class-names.ts";
import { hueStep, initials } from "./initials.ts";

const styles = cva(
  "relative inline-grid shrink-0 select-none place-items-center rounded-full font-medium leading-none",
  {
    variants: {
      size: {
        xs: "size-4 text-[8px]",
        sm: "size-5 text-[9px]",
        md: "size-6 text-2xs",
        lg: "size-8 text-xs",
        xl: "size-10 text-sm",
        "2xl": "size-14 text-xl",
      },
    },
    defaultVariants: { size: "md" },
  },
);

export type Presence = "online" | "away" | "offline";

type AvatarProps = VariantProps<typeof styles> & {
  /** Decides the hue; the same person looks the same everywhere. */
  id: string;
  name: string;
  src?: string | null | undefined;
  presence?: Presence | undefined;
  /** The name stands beside it: hide the picture from screen readers. */
  decorative?: boolean;
  className?: string;
};

export function Avatar({ id, name, src, size, presence, decorative, className }: AvatarProps) {
  const t = useTranslations("ui.presence");
  return (
    <span
      data-hue={hueStep(id || name)}
      {...(decorative
        ? { "aria-hidden": true }
        : { role: "img", "aria-label": presence ? `${name}, ${t(presence)}` : name })}
      className={cn(styles({ size }), "avatar-hue", className)}
    >
      {/* Drawn, not written: no text that what the picture stands in would have to be called by. */}
      <span aria-hidden data-initials={initials(name)} />
      {src ? <Picture key={src} src={src} /> : null}
      {presence ? (
        <span
          className={cn(
            "absolute right-[-4%] bottom-[-4%] size-[30%] max-h-3 min-h-2 min-w-2 max-w-3 rounded-full ring-2 ring-surface",
            presence === "online" && "bg-success",
            presence === "away" && "bg-warning",
            presence === "offline" && "bg-text-faint",
          )}
        />
      ) : null}
    </span>
  );
}

/** Over the initials once it is there; one that cannot be had leaves them to be seen. */
function Picture({ src }: { src: string }) {
  const [there, setThere] = useState(false);
  return (
    <img
      // It may have come before anybody listened.
      ref={(image) => {
        if (image?.complete && image.naturalWidth > 0) setThere(true);
      }}
      src={src}
      alt=""
      referrerPolicy="no-referrer"
      onLoad={() => setThere(true)}
      onError={() => setThere(false)}
      className={cn("absolute inset-0 size-full rounded-full object-cover", there ? "bg-surface" : "invisible")}
    />
  );
}
