"use client";

import { useState } from "react";
import { addressValues } from "./address-params.ts";
import { type AddressForm, type PageAddress, usePageAddress } from "./page-address.ts";

function formOf<Name extends string>(names: readonly Name[]): AddressForm<Record<Name, string>> {
  return {
    read: (params) => addressValues(names, params),
    write: (values) => {
      const set = names.filter((name) => values[name] !== "");
      const query = new URLSearchParams(set.map((name) => [name, values[name]])).toString();
      return query ? `?${query}` : window.location.pathname;
    },
  };
}

/**
 * Filters of a page that live in its address, so that they can be linked to and outlast a reload; absent ones are "".
 * `names` must stay the same.
 */
export function useAddressState<Name extends string>(
  names: readonly Name[],
): [Readonly<Record<Name, string>>, PageAddress<Record<Name, string>>["change"]] {
  const [form] = useState(() => formOf(names));
  const { state, change } = usePageAddress(form);
  return [state, change];
}
