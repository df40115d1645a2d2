import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { createUser } from "./creating.ts";
import { deactivateUser, updateUser } from "./editing.ts";
import { listUserNames, listUsers, readUser } from "./listing.ts";
import { changePassword, readProfile, updateProfile } from "./profile.ts";
import { readUserFactor, removeUserFactor } from "./removing-factor.ts";
import { makePasswordLink } from "./resets/resetting.ts";

export const usersRouter = router({
  list: query(listUsers),
  names: query(listUserNames),
  read: query(readUser),
  profile: query(readProfile),
  create: mutation(createUser),
  update: mutation(updateUser),
  deactivate: mutation(deactivateUser),
  updateProfile: mutation(updateProfile),
  factor: query(readUserFactor),
  removeFactor: mutation(removeUserFactor),
  passwordLink: mutation(makePasswordLink),
  changePassword: mutation(changePassword),
});
