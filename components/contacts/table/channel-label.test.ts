import { expect, it } from "vitest";
import { channelLabel } from "./channel-label.ts";

const channels = [{ id: "web", label: "Website" }];
const label = (id: string) => channelLabel(id, channels, (key) => key);

it("names a contact's channel, says that it was deleted, or that there never was one [D2]", () => {
  expect([label("web"), label("other"), label("")]).toEqual(["Website", "goneChannel", "noChannel"]);
});
