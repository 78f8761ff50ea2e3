const written =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=range], [type=color], [type=file])'

/** Whether keys belong to what is written in there: a shortcut of the page is none then. A box that is ticked takes no text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(written))
