import { invalid } from '#base/app-error.ts'
import type { EstimateDocument, EstimateLine, EstimateNode } from './estimate-document.ts'

/** Whether there is something to choose about a line: it is an option, or it may stand for another. */
export const isChoosable = (node: EstimateNode): node is EstimateLine =>
  node.kind === 'line' &&
  (node.itemType === 'optional_with_total' ||
    node.itemType === 'optional_without_total' ||
    (node.itemType === 'alternative' && node.altGroup != null))

/** Ids of the choosable lines that are chosen as the document stands. */
export const chosenLines = ({ nodes }: EstimateDocument): string[] =>
  nodes.flatMap((node) => (isChoosable(node) && node.selected === true ? [node.id] : []))

/**
 * The document with exactly these of its open lines chosen; what is not open stays as it is. Refuses with 422 a line that
 * is not open, and two alternatives of one group.
 * @param open ids of the lines that may be chosen
 * @example rollUpEstimate(chooseLines(document, open, chosen)).gross
 */
export function chooseLines(
  document: EstimateDocument,
  open: ReadonlySet<string>,
  chosen: ReadonlySet<string>,
): EstimateDocument {
  for (const id of chosen)
    if (!open.has(id)) throw refusal('not_open', 'One of these lines is not open to be chosen.')
  const nodes = document.nodes.map((node) =>
    open.has(node.id) && isChoosable(node) ? { ...node, selected: chosen.has(node.id) } : node,
  )
  const groups = new Set<string>()
  for (const node of nodes) {
    if (!isChoosable(node) || node.selected !== true || node.altGroup == null) continue
    if (node.itemType !== 'alternative') continue
    if (groups.has(node.altGroup))
      throw refusal('alternatives', `Choose one for “${node.altGroup}”, not several.`)
    groups.add(node.altGroup)
  }
  return { ...document, nodes }
}

const refusal = (code: string, message: string) => invalid([{ path: 'chosen', code, message }])
