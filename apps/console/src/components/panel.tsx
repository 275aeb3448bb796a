import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** A part of the page that a button opens. It takes the focus and returns it to the button; Escape closes it. */
export function Panel({ label, close, children }: { label: string; close?: () => void; children: ComponentChildren }) {
  const panel = useRef<HTMLDivElement>(null);
  const [opener] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const opened = panel.current!;
    if (!opened.contains(document.activeElement)) opened.focus();
    return () => {
      const { activeElement: focused, body } = document;
      // Whoever has already moved on stays there.
      if (focused !== body && !opened.contains(focused)) return;
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <div
      class="panel"
      role="group"
      aria-label={label}
      tabIndex={-1}
      ref={panel}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close?.();
      }}
    >
      {children}
    </div>
  );
}
