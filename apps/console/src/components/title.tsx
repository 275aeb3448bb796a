import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** The heading of a page, which is also the title of the tab. Screen readers hear it when the page changes. */
export function Title({ children }: { children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${heading.current!.textContent!.slice(0, 80)} · Console`;
  });
  useEffect(() => heading.current!.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
