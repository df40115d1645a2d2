import { laterModule } from "#components/ui/late/later.tsx";

/** The engine of flows with all it reads answers by: large, and needed only where a flow is tried. */
export const turns = laterModule(async () => {
  const [turn, request, stub] = await Promise.all([
    import("./simulated-turn.ts"),
    import("./simulated-request.ts"),
    import("./stubbed-answer.ts"),
  ]);
  return { ...turn, ...request, ...stub };
});
