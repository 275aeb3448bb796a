/** A text that somebody typed: of any length, script and direction. */
export const Name = ({ children }: { children: string }) => (
  <bdi class="name" title={children.length > 60 ? children : undefined}>
    {children}
  </bdi>
);
