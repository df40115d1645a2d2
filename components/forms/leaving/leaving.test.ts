import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { announceBack } from "#components/frame/early/back-announced.ts";
import { holdBack } from "./holding-back.ts";
import { guardLeaving, leaveFor } from "./leaving.ts";

beforeEach(() => vi.stubGlobal("location", new URL("https://parley.example/settings/company")));
afterEach(() => vi.unstubAllGlobals());

describe("what leads elsewhere without a link", () => {
  it("asks first while a form holds what is not saved", () => {
    const asked: (() => void)[] = [];
    const went: string[] = [];
    const go = (href: string) => leaveFor(href, () => went.push(href));
    const end = guardLeaving((leave) => asked.push(leave));
    go("/inbox");
    expect(went).toEqual([]);
    asked[0]?.();
    expect(went).toEqual(["/inbox"]);
    go("/settings/company?tab=hours");
    end();
    go("/contacts");
    expect(went).toEqual(["/inbox", "/settings/company?tab=hours", "/contacts"]);
    expect(asked).toHaveLength(1);
  });
});

/** A tab as far as its places go: each with its state. */
class Tab extends EventTarget {
  places = [
    { href: "https://parley.example/inbox", state: "inbox" },
    { href: "https://parley.example/settings/company", state: "company" },
    { href: "https://parley.example/contacts", state: "contacts" },
  ];
  at = 1;
  heard: string[] = [];
  /** In the order in which a page is begun: the router listens before any form is drawn. */
  constructor() {
    super();
    announceBack(this);
    this.addEventListener("popstate", () => this.heard.push(this.location.pathname));
  }
  get location() {
    return new URL(this.places[this.at]?.href ?? "");
  }
  get history() {
    const self = this;
    return {
      get state() {
        return self.places[self.at]?.state;
      },
      pushState: (state: string, _: string, url: string | URL | null | undefined) => {
        self.places = [...self.places.slice(0, self.at + 1), { href: String(url), state }];
        self.at += 1;
      },
      back: () => self.go(-1),
    };
  }
  go(by: number) {
    this.at += by;
    this.dispatchEvent(new Event("popstate"));
  }
}

describe("the browser's Back and Forward", () => {
  it.each([-1, 1])("stay on the page, as it was, until the person wants to leave it (%i)", (by) => {
    const tab = new Tab();
    const asked: (() => void)[] = [];
    const held = holdBack(tab, (leave) => asked.push(leave));
    tab.go(by);
    expect({ path: tab.location.pathname, state: tab.history.state, heard: tab.heard }).toEqual({
      ...{ path: "/settings/company", state: "company", heard: [] },
    });
    tab.go(-1);
    expect(tab.location.pathname).toBe("/settings/company");
    asked.at(-1)?.();
    const to = by < 0 ? "/inbox" : "/contacts";
    expect({ path: tab.location.pathname, heard: tab.heard }).toEqual({ path: to, heard: [to] });
    held.end();
  });

  it("go on where the page is the same one, and once nothing is unsaved", () => {
    const tab = new Tab();
    const held = holdBack(tab, () => expect.unreachable());
    tab.history.pushState("tab", "", "https://parley.example/settings/company?tab=hours");
    held.note();
    tab.go(-1);
    held.end();
    tab.go(-1);
    expect(tab.heard).toEqual(["/settings/company", "/inbox"]);
  });
});
