/** A duration in whole seconds as `37:30`, with seconds when there are any: `37:30:15`; the way it is exported. */
export function durationText(seconds: number): string {
  const size = Math.abs(Math.trunc(seconds))
  const two = (part: number): string => String(part).padStart(2, '0')
  const rest = size % 60
  const text = `${Math.floor(size / 3600)}:${two(Math.floor(size / 60) % 60)}${rest > 0 ? `:${two(rest)}` : ''}`
  return seconds < 0 && size > 0 ? `-${text}` : text
}
