import { getTranslations } from "next-intl/server";

const id = "unencrypted";

/** Without encryption the browser neither loads this page's scripts nor keeps its cookies: all that works here is to say so. */
export async function Unencrypted({ address, nonce }: { address: string; nonce: string | undefined }) {
  const t = await getTranslations("fault");
  return (
    <>
      <p id={id} hidden suppressHydrationWarning className="bg-warning/10 px-4 py-3 text-center text-sm text-warning">
        {t("unencrypted")}{" "}
        <a href={address} className="underline">
          {address}
        </a>
      </p>
      <script
        nonce={nonce}
        dangerouslySetInnerHTML={{
          __html: `isSecureContext||document.getElementById("${id}").removeAttribute("hidden")`,
        }}
        suppressHydrationWarning
      />
    </>
  );
}
