"use client";

import Link from "next/link";
import { type ComponentProps, useSyncExternalStore } from "react";
import { hadFirstDeed, onFirstDeed } from "./first-deed.ts";

const notYet = () => false;

/** A link to one of many places: they are fetched ahead from the first deed on the page, not while it is drawn. */
export function PlaceLink(props: ComponentProps<typeof Link>) {
  const awake = useSyncExternalStore(onFirstDeed, hadFirstDeed, notYet);
  return <Link {...props} {...(awake ? {} : { prefetch: false })} />;
}
