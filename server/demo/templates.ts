import type { z } from "zod";
import type { createTemplateInput } from "#server/templates/schema.ts";

type Template = Omit<z.input<typeof createTemplateInput>, "channelId">;

/** What a bicycle shop has ready for its customers; the simulated platform approves them at once. */
export const templates: readonly Template[] = [
  {
    name: "order_ready",
    language: "en_US",
    category: "UTILITY",
    components: [
      {
        type: "BODY",
        text: "Hello {{1}}, your order {{2}} is ready to be collected.",
        example: { body_text: [["Ana", "1043"]] },
      },
      { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "I am on my way" }] },
    ],
  },
  {
    name: "order_ready",
    language: "es",
    category: "UTILITY",
    components: [
      {
        type: "BODY",
        text: "Hola {{1}}, tu pedido {{2}} está listo para retirar.",
        example: { body_text: [["Ana", "1043"]] },
      },
      { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Voy en camino" }] },
    ],
  },
  {
    name: "spring_service",
    language: "en_US",
    category: "MARKETING",
    components: [
      { type: "HEADER", format: "TEXT", text: "Spring service" },
      {
        type: "BODY",
        text: "Hello {{1}}, we check brakes, gears and tyres of your bicycle for *{{2}}* until the end of the month.",
        example: { body_text: [["Ana", "half the price"]] },
      },
      { type: "FOOTER", text: "Reply STOP to opt out" },
      { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Book a day" }] },
    ],
  },
];
