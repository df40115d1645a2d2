// What statements were answered with while the tests ran (server/testing/statements/recording.ts), beside the rows that the
// functions around them declare: columns that are not there, of another type, or empty where nothing may be empty.
import fs from "node:fs";
import path from "node:path";
import { getLibFiles, ts } from "@ts-morph/common";

/** @typedef {import("../server/testing/statements/recording.ts").Answered} Answered */
/** @typedef {{ optional: boolean, nullable: boolean, kinds: Set<string> }} Declared */
/** @typedef {Map<string, Declared>} Row */
/** A call that asks the database: the rows it may have, or undefined where it declares none. */
/** @typedef {{ within: string, rows: Row[] | undefined }} Call */

/**
 * Whether a call asks the database: by a function of db/sql, or on a pool or connection.
 * @param {ts.CallExpression} call
 */
function asks({ expression }) {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text === "query";
  return ts.isIdentifier(expression) && /^rows?$/.test(expression.text);
}

/** Names of PostgreSQL's types by their numbers, as the driver reads them. */
const kinds = new Map([
  .../** @type {const} */ ([[16, "boolean"]]),
  ...[20, 21, 23, 26, 700, 701, 1700].map((type) => /** @type {const} */ ([type, "number"])),
  ...[18, 19, 25, 705, 1042, 1043, 2278, 2950, 3220].map((type) => /** @type {const} */ ([type, "string"])),
  ...[1082, 1114, 1184].map((type) => /** @type {const} */ ([type, "Date"])),
  ...[1000, 1005, 1007, 1009, 1015, 1016, 1182, 1185, 1231, 2951].map((type) => /** @type {const} */ ([type, "list"])),
  .../** @type {const} */ ([
    [17, "bytes"],
    [114, "any"],
    [3802, "any"],
  ]),
]);

/**
 * The name that a stack shows for the function around a place: none for one that is handed over unnamed.
 * @param {ts.Node} node
 */
function withinOf(node) {
  let at = node.parent;
  while (at && !ts.isFunctionLike(at)) at = at.parent;
  if (!at) return "";
  if ("name" in at && at.name) return /** @type {ts.Node} */ (at.name).getText();
  const holder = at.parent;
  const named = ts.isVariableDeclaration(holder) || ts.isPropertyAssignment(holder) || ts.isPropertyDeclaration(holder);
  return named ? holder.name.getText() : "";
}

/**
 * @param {ts.TypeChecker} checker
 * @param {ts.Type} given
 * @returns {string}
 */
function kindOf(checker, given) {
  const type = given.flags & ts.TypeFlags.TypeParameter ? checker.getApparentType(given) : given;
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return "any";
  if (type.flags & ts.TypeFlags.StringLike) return "string";
  if (type.flags & ts.TypeFlags.NumberLike) return "number";
  if (type.flags & ts.TypeFlags.BooleanLike) return "boolean";
  if (type.flags & ts.TypeFlags.BigIntLike) return "bigint";
  if (type.isIntersection())
    return type.types.map((one) => kindOf(checker, one)).find((one) => one !== "json") ?? "json";
  if (checker.isArrayType(type) || checker.isTupleType(type)) return "list";
  const name = type.getSymbol()?.getName() ?? "";
  if (name === "Date") return "Date";
  return /^(Buffer|Uint8Array)$/.test(name) ? "bytes" : "json";
}

/**
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol} property
 * @param {ts.Node} place
 * @returns {Declared}
 */
function declaredOf(checker, property, place) {
  const type = checker.getTypeOfSymbolAtLocation(property, place);
  const parts = type.isUnion() ? type.types : [type];
  const has = (/** @type {ts.TypeFlags} */ flag) => parts.some((part) => part.flags & flag);
  const nothing = ts.TypeFlags.Null | ts.TypeFlags.Undefined;
  return {
    optional: Boolean(property.flags & ts.SymbolFlags.Optional) || has(ts.TypeFlags.Undefined),
    nullable: has(ts.TypeFlags.Null | ts.TypeFlags.Any | ts.TypeFlags.Unknown),
    kinds: new Set(parts.filter((part) => !(part.flags & nothing)).map((part) => kindOf(checker, part))),
  };
}

/**
 * The row in what a call answers: a promise of rows, of a row, or of the driver's result.
 * @param {ts.TypeChecker} checker
 * @param {ts.CallExpression} call
 */
function rowTypeOf(checker, call) {
  const answer = checker.getAwaitedType(checker.getNonNullableType(checker.getTypeAtLocation(call)));
  if (!answer) return undefined;
  const result = answer.getProperty("rows");
  const list = result ? checker.getTypeOfSymbolAtLocation(result, call) : answer;
  if (checker.isArrayType(list)) return checker.getTypeArguments(/** @type {ts.TypeReference} */ (list))[0];
  return checker.getNonNullableType(list);
}

/**
 * @param {ts.TypeChecker} checker
 * @param {ts.CallExpression} call
 * @returns {Row[] | undefined}
 */
function rowsOf(checker, call) {
  const type = rowTypeOf(checker, call);
  if (!type) return undefined;
  const members = type.isUnion() ? type.types : [type];
  const open = ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter | ts.TypeFlags.NonPrimitive;
  if (members.some((member) => member.flags & open || checker.getPropertiesOfType(member).length === 0))
    return undefined;
  return members.map(
    (member) => new Map(checker.getPropertiesOfType(member).map((p) => [p.getName(), declaredOf(checker, p, call)])),
  );
}

/**
 * Every call of a file that asks the database.
 * @param {ts.TypeChecker} checker
 * @param {ts.SourceFile} file
 */
function callsOf(checker, file) {
  /** @type {Call[]} */
  const calls = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) && asks(node)) calls.push({ within: withinOf(node), rows: rowsOf(checker, node) });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return calls;
}

/**
 * Where an answer is not what a row declares.
 * @param {Row} row
 * @param {Answered["columns"]} columns
 */
function faultsBetween(row, columns) {
  const faults = [];
  const answered = new Map(columns.map((column) => [column.name, column]));
  for (const [name, { optional }] of row)
    if (!optional && !answered.has(name)) faults.push(`"${name}" is declared and not answered`);
  for (const { name, type, nulls } of columns) {
    const declared = row.get(name);
    if (!declared) continue;
    const kind = kinds.get(type) ?? "any";
    const said = [...declared.kinds];
    if (kind !== "any" && said.length > 0 && !said.some((one) => one === kind || one === "any"))
      faults.push(`"${name}" is declared as ${said.join(" or ")} and answered as ${kind}`);
    if (nulls && !declared.nullable) faults.push(`"${name}" was null, which is not declared`);
  }
  return faults;
}

/**
 * The faults of the answer that come nearest to any row which the function declares; undefined: it declares none.
 * @param {Call[]} calls
 * @param {Answered} answered
 */
function faultsOf(calls, { within, columns }) {
  const name = within.split(".").at(-1)?.replace(/^#/, "") ?? "";
  const named = calls.filter((call) => call.within.replace(/^#/, "") === name);
  const fitting = named.length > 0 ? named : calls.filter((call) => call.within === "");
  if (fitting.length === 0 || fitting.some(({ rows }) => !rows)) return undefined;
  const all = fitting.flatMap(({ rows = [] }) => rows.map((row) => faultsBetween(row, columns)));
  return all.reduce((least, faults) => (faults.length < least.length ? faults : least));
}

/**
 * The compiler's own libraries lie in this package, not in files.
 * @param {ts.CompilerOptions} options
 */
function hostOf(options) {
  const host = ts.createCompilerHost(options);
  const libraries = new Map(getLibFiles().map(({ fileName, text }) => [`/libraries/${fileName}`, text]));
  const { fileExists, readFile } = host;
  host.getDefaultLibLocation = () => "/libraries";
  host.getDefaultLibFileName = (given) => `/libraries/${ts.getDefaultLibFileName(given)}`;
  host.fileExists = (name) => libraries.has(name) || fileExists(name);
  host.readFile = (name) => libraries.get(name) ?? readFile(name);
  return host;
}

/**
 * Compares answers with the files that asked.
 * @param {string} base Folder of the project.
 * @param {readonly Answered[]} answers
 */
export function compareStatements(base, answers) {
  const config = ts.getParsedCommandLineOfConfigFile(
    path.join(base, "tsconfig.json"),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (problem) => {
        throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, "\n"));
      },
    },
  );
  const files = [...new Set(answers.map(({ file }) => file))];
  const options = { ...config?.options, noEmit: true };
  const program = ts.createProgram(
    files.map((file) => path.join(base, file)),
    options,
    hostOf(options),
  );
  const checker = program.getTypeChecker();
  const calls = new Map(
    files.map((file) => {
      const source = program.getSourceFile(path.join(base, file));
      return [file, source ? callsOf(checker, source) : []];
    }),
  );
  /** @type {Map<string, string>} */
  const failures = new Map();
  const compared = new Set();
  for (const answered of answers) {
    const faults = faultsOf(calls.get(answered.file) ?? [], answered);
    const place = `${answered.file} ${answered.within}`;
    if (!faults) continue;
    compared.add(place);
    for (const fault of faults) failures.set(`${place}: ${fault}`, place);
  }
  const faulty = new Set(failures.values());
  return { passed: compared.size - faulty.size, failures: [...failures.keys()].sort() };
}

/**
 * What the last run of the tests left, each answer once.
 * @param {string} place The folder.
 * @returns {Answered[]}
 */
export function readAnswers(place) {
  if (!fs.existsSync(place)) return [];
  const lines = fs
    .readdirSync(place)
    .flatMap((name) => fs.readFileSync(path.join(place, name), "utf8").split("\n"))
    .filter(Boolean);
  return [...new Set(lines)].map((line) => JSON.parse(line));
}
