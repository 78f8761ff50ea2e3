/** From which width in CSS pixels a breakpoint holds, up to the next. Apart from the schema, for the browser. */
export const breakpoints = { sm: 0, md: 768, lg: 1200, xl: 1800 } as const
export type Breakpoint = keyof typeof breakpoints
