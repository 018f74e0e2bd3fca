import type { ComponentType, ReactNode } from 'react';

type Layout = (props: { children: ReactNode }) => ReactNode | Promise<ReactNode>;
const plain: Layout = ({ children }) => children;

/**
 * A layout that brings the scripts of the loading page below it. The bundler leaves out of a page what its layouts
 * bring, not what the loading beside it does: each would come with a copy of its own of table, rows and head.
 */
export function withScriptsOf(_: ComponentType<never>, layout = plain): Layout {
  return layout;
}
