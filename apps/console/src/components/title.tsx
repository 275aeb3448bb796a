import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/** The heading of a page, which is also the title of the tab. Screen readers hear it when the page changes. */
export function Title({ children }: { children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${heading.current!.textContent!.slice(0, 80)} · Console`;
  });
  // At once, so that it takes the focus from nothing that the user has reached meanwhile.
  useLayoutEffect(() => heading.current!.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
