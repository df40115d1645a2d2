/** v: visitor, b: bot, a: agent, n: internal note. */
export type Line = readonly ["v" | "b" | "a" | "n", string];

/** Beginnings that the bot carries: it ends with what the visitor left. */
const english: readonly Line[] = [
  ["b", "Hello, I am the Assistant of Acme Bikes. How can we help you today?"],
  ["v", "{ask}"],
  ["b", "Of course. May I have your name?"],
  ["v", "{name}"],
  ["b", "Thank you. What is your email address?"],
  ["v", "{email}"],
];

const spanish: readonly Line[] = [
  ["b", "Hola, soy el asistente de Acme Bikes. ¿En qué podemos ayudarte?"],
  ["v", "{ask}"],
  ["b", "Claro. ¿Cómo te llamas?"],
  ["v", "{name}"],
  ["b", "Gracias. ¿Cuál es tu correo electrónico?"],
  ["v", "{email}"],
];

type Story = {
  language: "en" | "es";
  ask: string;
  lines: readonly Line[];
  tag?: string;
  amount?: readonly [number, number];
};

export const beginnings = { en: english, es: spanish } as const;

/** What people come for, and how the team takes over. */
/** What the bot cannot answer. */
export const questions = () => stories.filter(({ lines }) => lines.length === 0);

export const stories: readonly Story[] = [
  {
    language: "en",
    ask: "Do you still have the City One in size M?",
    tag: "test ride",
    amount: [890, 1290],
    lines: [
      ["a", "Hi {first}, yes: one in petrol blue and one in graphite. Would you like to try it this week?"],
      ["v", "Thursday after 5 would be perfect"],
      ["a", "Booked: Thursday 17:30 in the Palermo store. Bring an ID and that is all."],
      ["v", "Great, thank you 🙌"],
    ],
  },
  {
    language: "en",
    ask: "My order 48213 says delivered but nothing has arrived.",
    tag: "warranty",
    lines: [
      ["n", "Carrier confirms a scan at the wrong depot. Refund the shipping if it is not there tomorrow."],
      ["a", "I am sorry about that, {first}. The parcel was scanned at another depot; it goes out again tonight."],
      ["v", "ok, and if it does not come?"],
      ["a", "Then I send a new one by courier the same day. You have my word."],
    ],
  },
  {
    language: "en",
    ask: "What does a yearly service cost, and how long does it take?",
    amount: [95, 180],
    lines: [
      ["a", "A full service is 95 for city bikes and 140 for gravel. One working day, two in spring."],
      ["v", "Does that include new brake pads?"],
      ["a", "Labour yes, pads are extra: about 18 a pair. Shall I reserve a day?"],
    ],
  },
  {
    language: "en",
    ask: "We are a hotel and need 12 bikes for our guests. Can you send a quote?",
    tag: "wholesale",
    amount: [9800, 16400],
    lines: [
      ["n", "Wholesale list 3 applies from ten bikes. Ask about locks and helmets."],
      ["a", "With pleasure, {first}. Would you need helmets and locks as well?"],
      ["v", "Yes, and a maintenance contract for the first year"],
      ["a", "You have the quote in your inbox. The price holds for 30 days."],
      ["v", "Received. I will discuss it with the owner on Monday."],
    ],
  },
  { language: "en", ask: "Is it possible to pay in three parts?", lines: [] },
  { language: "en", ask: "Which lock do you recommend for the night?", lines: [] },
  {
    language: "es",
    ask: "¿Tienen la Gravel X en talle L?",
    tag: "test ride",
    amount: [1490, 1990],
    lines: [
      ["a", "Hola {first}, nos entra el martes. ¿Querés que te reserve una?"],
      ["v", "Sí, por favor. ¿Puedo probarla antes?"],
      ["a", "Por supuesto, te espero el martes desde las 15."],
      ["v", "Perfecto, gracias!"],
    ],
  },
  {
    language: "es",
    ask: "Compré una bici hace un mes y hace ruido al pedalear",
    tag: "warranty",
    lines: [
      ["a", "Hola {first}, suele ser el eje. Está en garantía: ¿podés traerla mañana?"],
      ["v", "Mañana a la tarde, ¿hasta qué hora están?"],
      ["a", "Hasta las 19. La revisamos en el momento."],
    ],
  },
  {
    language: "es",
    ask: "Quiero un presupuesto para 6 bicicletas de reparto",
    tag: "quote sent",
    amount: [5200, 8900],
    lines: [
      ["a", "Hola {first}, te lo preparo hoy. ¿Con canasto delantero o caja trasera?"],
      ["v", "Caja trasera, de 40 litros o más"],
      ["n", "Pide factura a nombre de la cooperativa."],
      ["a", "Listo, te llegó por correo. Cualquier ajuste me decís."],
    ],
  },
  { language: "es", ask: "¿Hacen envíos a Bariloche?", lines: [] },
  { language: "es", ask: "¿Cuáles son los horarios del local de Palermo?", lines: [] },
];
