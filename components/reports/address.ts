import { useAddressState } from "#components/filters/address-state.ts";
import { useProfile } from "#components/frame/profile.tsx";
import type { ReportName } from "#server/reports/choices.ts";
import { addressNames, placeOf } from "./report-place.ts";

/** What the page's address says of a report, and how it is changed. */
export function useReportAddress(name: ReportName) {
  const { timeZone } = useProfile().company;
  const [address, change] = useAddressState(addressNames);
  return { ...placeOf(name, address, timeZone), change };
}

export type ReportAddress = ReturnType<typeof useReportAddress>;
