"use client";

import { Component, type ReactNode } from "react";
import type { Glider } from "./glider.ts";

type GlideFrameProps = {
  glider: Glider;
  column: string;
  /** The order of the cards as one text: only its change moves them. */
  order: string;
  children: ReactNode;
};

/**
 * Lets the cards of a column glide when their order changes. A class, because only class components are called between
 * the decision to change the page and the change (of all columns at once).
 */
export class GlideFrame extends Component<GlideFrameProps> {
  override getSnapshotBeforeUpdate(previous: GlideFrameProps): boolean {
    const moved = previous.order !== this.props.order;
    if (moved) this.props.glider.measure(this.props.column);
    return moved;
  }

  override componentDidUpdate(_props: GlideFrameProps, _state: unknown, moved: boolean): void {
    if (moved) this.props.glider.play(this.props.column);
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
