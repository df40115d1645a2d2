"use client";

export { PageError as default } from "#components/frame/page-error.tsx";
