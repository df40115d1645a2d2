"use client";

import { ImageUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { StoreError } from "../files/store-file.ts";
import { imageTypes, refusalOf } from "./image-choice.ts";
import { storeImage } from "./store-image.ts";

type PickImageProps = { onStored: (url: string) => void };

/** Takes an image from the computer where an address is asked for. */
export function PickImage({ onStored }: PickImageProps) {
  const t = useTranslations("messages.images");
  const toast = useToast();
  const [storing, setStoring] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const take = async (file: File) => {
    const refusal = refusalOf(file);
    if (refusal?.reason === "wrongType" || refusal?.reason === "tooLarge")
      return toast.error(t(refusal.reason, { name: refusal.name }));
    setStoring(true);
    try {
      onStored(await storeImage(file));
    } catch (error) {
      const description = error instanceof StoreError ? error.message : "";
      toast.error(t("failed", { name: file.name }), description ? { description } : {});
    } finally {
      setStoring(false);
    }
  };
  return (
    <>
      <Button
        size="sm"
        className="justify-self-start"
        loading={storing}
        icon={<ImageUp aria-hidden />}
        onClick={() => picker.current?.click()}
      >
        {t("upload")}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        accept={imageTypes.join(",")}
        aria-label={t("pick")}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          if (file) void take(file);
        }}
      />
    </>
  );
}
