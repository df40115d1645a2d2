import { isId } from "#server/base/ids.ts";
import type { Actor } from "#server/core/actor.ts";
import { prisma } from "#server/db/prisma.ts";
import { keyOfUrl, readFile } from "./storage.ts";

/** Whose upload it is: a visitor session, or a person. */
export function uploaderOf(actor: Actor): string {
  return actor.visitor
    ? `visitor:${actor.visitor.channelId}:${actor.visitor.visitorId}`
    : `user:${actor.userId ?? actor.id}`;
}

/** The bytes of a file that the actor has uploaded and no message has taken; undefined: there is none. */
export async function bytesOfOwn(actor: Actor, id: string): Promise<Buffer | undefined> {
  if (!isId(id)) return undefined;
  const { companyId } = actor;
  const where = { companyId, id, createdBy: uploaderOf(actor), conversationId: null };
  const found = await prisma.upload.findFirst({ where, select: { key: true } });
  return found ? readFile(found.key) : undefined;
}

/** The same of whoever uploaded it: for work that somebody who may has begun with it. */
export async function bytesOfUntaken(companyId: string, id: string): Promise<Buffer | undefined> {
  if (!isId(id)) return undefined;
  const found = await prisma.upload.findFirst({
    where: { companyId, id, conversationId: null },
    select: { key: true },
  });
  return found ? readFile(found.key) : undefined;
}

/** What the uploader called a file, its type and how large it is, by where it lies. */
export function describedFile(companyId: string, key: string) {
  return prisma.upload.findFirst({
    where: { companyId, key },
    select: { contentType: true, fileName: true, size: true },
  });
}

/** Whether this is the address of a file of ours that was removed; those of other servers are not our files. */
export async function isGone(companyId: string, url: string): Promise<boolean> {
  const key = keyOfUrl(url);
  return key !== undefined && !(await describedFile(companyId, key));
}

type Size = { width: number; height: number };

/**
 * Adds the stored size to pictures of this store, so that screens can reserve room before they load. Other pictures
 * have no known size.
 */
export async function withSizes<T extends { image_url: string }>(
  companyId: string,
  pictures: readonly T[],
): Promise<(T & Partial<Size>)[]> {
  const keys = pictures.flatMap(({ image_url }) => keyOfUrl(image_url) ?? []);
  if (keys.length === 0) return [...pictures];
  const found = await prisma.upload.findMany({
    where: { companyId, key: { in: keys }, width: { gt: 0 }, height: { gt: 0 } },
    select: { key: true, width: true, height: true },
  });
  const sizes = new Map(found.map(({ key, width, height }) => [key, { width: width ?? 0, height: height ?? 0 }]));
  return pictures.map((picture) => ({ ...picture, ...sizes.get(keyOfUrl(picture.image_url) ?? "") }));
}
