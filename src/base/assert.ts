/** Stops when something that cannot happen has happened. Never use it for what a person can cause. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${message}`)
}

/** Returns the value, or stops when it is null or undefined. */
export function must<T>(value: T | null | undefined, message = 'value is missing'): T {
  assert(value !== null && value !== undefined, message)
  return value
}

/** Closes a switch: the compiler refuses it while a case is left. */
export function unreachable(value: never): never {
  throw new Error(`Unreachable: ${String(value)}`)
}
