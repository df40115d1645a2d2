import { mutation, query, router } from "#server/kit/trpc/init.ts";
import {
  clearSimulatorThread,
  setSimulatorFaults,
  simulatorAccountEvent,
  simulatorAccounts,
  simulatorFaults,
  simulatorRead,
  simulatorSend,
  simulatorThread,
  simulatorThreads,
} from "./operations.ts";
import { simulateSignUp } from "./signup/window.ts";
import { decideSimulatedTemplate, elapseDay, simulatorTemplates } from "./staging.ts";

export const simulatorRouter = router({
  accounts: query(simulatorAccounts),
  threads: query(simulatorThreads),
  thread: query(simulatorThread),
  send: mutation(simulatorSend),
  read: mutation(simulatorRead),
  clear: mutation(clearSimulatorThread),
  faults: query(simulatorFaults),
  setFaults: mutation(setSimulatorFaults),
  accountEvent: mutation(simulatorAccountEvent),
  templates: query(simulatorTemplates),
  decideTemplate: mutation(decideSimulatedTemplate),
  elapse: mutation(elapseDay),
  signUp: mutation(simulateSignUp),
});
