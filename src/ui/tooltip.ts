/** Milliseconds the pointer rests before a tooltip shows. */
export const TOOLTIP_DELAY = 700
/** Milliseconds after one tooltip closed in which the next shows at once. */
export const TOOLTIP_SKIP = 300

/**
 * Gives an element a tooltip: `<td {...tooltip('1 March 2026, 14:30')}>`. It is only an attribute, so thousands of
 * cells may carry one; the single `TooltipLayer` of the application draws it. Never the only place of an information.
 */
export const tooltip = (text: string | undefined): { 'data-tooltip'?: string } =>
  text ? { 'data-tooltip': text } : {}
