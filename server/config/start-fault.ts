/** A fault that the operator must fix, reported without a stack. */
export class StartFault extends Error {}
