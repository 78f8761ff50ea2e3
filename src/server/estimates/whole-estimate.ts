/** Models whose records an estimate is made of: what changes when one is made, copied or taken away. */
export const wholeEstimate = [
  'estimates',
  'estimate_versions',
  'estimate_lines',
  'estimate_resources',
  'estimate_markups',
  'estimate_variables',
  'estimate_quotes',
] as const
