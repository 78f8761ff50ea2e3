/** Something that stops the release, from the server's check; `node` when it is at a node. */
export interface Problem {
  /** Leads into the layout: `nodes.grid.props.model`. */
  path: string
  message: string
  node: string | null
}

/**
 * The server's details as problems of one layout: `layout.<key>.` in front (a release names the draft) is taken off, and
 * the node is found by its id, which may itself hold dots.
 */
export function problemsFrom(
  details: readonly { path: string; message: string }[],
  layout: { key: string; nodes: Readonly<Record<string, unknown>> },
): Problem[] {
  const prefix = `layout.${layout.key}.`
  const ids = Object.keys(layout.nodes).toSorted((a, b) => b.length - a.length)
  return details.map(({ path: given, message }) => {
    const path = given.startsWith(prefix) ? given.slice(prefix.length) : given
    const node = ids.find((id) => path === `nodes.${id}` || path.startsWith(`nodes.${id}.`)) ?? null
    return { path, message: plainWords(message), node }
  })
}

// What a schema says of a value is written for programmers; all an editor needs is that it is missing, or does not fit.
function plainWords(message: string): string {
  if (/received undefined/.test(message)) return 'This is needed.'
  return /^Invalid (input|option|type)/.test(message) ? 'This does not fit here.' : message
}

/** The message of the problem at a path of the layout, or below it. */
export const problemAt = (problems: readonly Problem[], path: string): string | undefined =>
  problems.find((problem) => problem.path === path || problem.path.startsWith(`${path}.`))?.message
