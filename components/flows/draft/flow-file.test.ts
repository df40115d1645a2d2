import { describe, expect, it } from "vitest";
import { branchingList } from "./example-flow.ts";
import { readFlowFile, writeFlowFile } from "./flow-file.ts";

describe("flows as files", () => {
  it("come back as they went, fields of others included", () => {
    const list = branchingList().map((node) => ({ ...node, colour_of_theirs: "red" }));
    expect(readFlowFile(writeFlowFile(list))).toEqual({ nodes: list });
    expect(readFlowFile(JSON.stringify({ question_list: list }))).toEqual({ nodes: list });
  });

  it("get ids where they have none", () => {
    const read = readFlowFile(JSON.stringify([{ internal_name: "a", id: 4 }, { internal_name: "b" }]));
    expect("nodes" in read && read.nodes.map(({ id }) => id)).toEqual([4, 5]);
  });

  it("are refused with the place of each fault", () => {
    const list = JSON.stringify([{ internal_name: "a b" }, { internal_name: "b", response_type: "SONG" }]);
    expect(readFlowFile(list)).toMatchObject({
      faults: [
        { index: 0, field: "internal_name" },
        { index: 1, field: "response_type" },
      ],
    });
    expect(readFlowFile(JSON.stringify([{ internal_name: "a", parent: "gone" }]))).toMatchObject({
      faults: [{ index: 0, field: "parent" }],
    });
    expect(readFlowFile("{")).toMatchObject({ faults: [{ index: -1 }] });
    expect(readFlowFile(`"${"x".repeat(600_000)}"`)).toMatchObject({ faults: [{ index: -1 }] });
  });
});
