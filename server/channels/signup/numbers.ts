import { type GraphAccess, graphRequest } from "../graph/graph.ts";
import { listIn, objectIn, textIn } from "../inbound/lossless.ts";
import { isRegistered } from "../whatsapp/checking.ts";

/** A number of a business account, as the platform lists it. */
export type ListedNumber = {
  id: string;
  number: string;
  name: string;
  /** It is used in the phone app too (coexistence): that app has registered it. */
  onPhoneApp: boolean;
  registered: boolean;
};

const fields = "id,display_phone_number,verified_name,status,is_on_biz_app";

/** All numbers of the account that the token opens, up to a hundred. Throws GraphError. */
export async function listNumbers(access: GraphAccess, wabaId: string): Promise<ListedNumber[]> {
  const query = { fields, limit: "100" };
  const listed = await graphRequest(access, { method: "GET", path: `/${wabaId}/phone_numbers`, query });
  return listIn(listed.data).map((one) => {
    const number = objectIn(one);
    return {
      id: textIn(number.id),
      number: textIn(number.display_phone_number),
      name: textIn(number.verified_name),
      onPhoneApp: number.is_on_biz_app === true,
      registered: textIn(number.status) !== "" && isRegistered(textIn(number.status)),
    };
  });
}
