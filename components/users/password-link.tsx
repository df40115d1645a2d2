"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import type { User } from "#server/users/schema.ts";
import { LinkPanel } from "./invite-member.tsx";

type PasswordLinkProps = { user: User; open: boolean; onClose: () => void };

/** A link with which a member chooses a new password, for the administrator to hand over. */
export function PasswordLink({ user, open, onClose }: PasswordLinkProps) {
  const t = useTranslations("invitations.passwordLink");
  const [link, setLink] = useState<string>();
  const close = () => {
    setLink(undefined);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={t("title", { name: user.name })}
      description={link ? t("done") : t("hint")}
    >
      {link ? <LinkPanel link={link} onClose={close} /> : <Ask user={user} onMade={setLink} />}
    </Dialog>
  );
}

function Ask({ user, onMade }: { user: User; onMade: (link: string) => void }) {
  const t = useTranslations("invitations.passwordLink");
  const refusals = useRefusals();
  const make = useMutation(useTRPC().users.passwordLink.mutationOptions({ onSuccess: ({ link }) => onMade(link) }));
  return (
    <>
      {make.isError ? (
        <DialogBody>
          <p role="alert" className="text-danger text-sm">
            {refusals.sentence(make.error)}
          </p>
        </DialogBody>
      ) : null}
      <DialogFooter>
        <Button variant="primary" loading={make.isPending} onClick={() => make.mutate({ userId: user.id })}>
          {t("make")}
        </Button>
      </DialogFooter>
    </>
  );
}
