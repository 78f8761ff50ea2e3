import { elementAt, elementsIn, textAt, type XmlElement } from '#base/xml/read-xml.ts'
import type { FileCatalogue } from '../line-groups.ts'
import type { BillAssignment } from './bill.ts'
import { numberAt } from './number-at.ts'

/** The catalogues a bill declares, and how the parts of each are stated where they do not say it themselves. */
export interface Declared {
  catalogues: FileCatalogue[]
  absolute: ReadonlySet<string>
}

/** What is declared of catalogues in the head of a bill. */
export function declaredIn(info: XmlElement | undefined): Declared {
  const declared = elementsIn(info, 'Ctlg').flatMap((element) => {
    const id = textAt(element, 'CtlgID')
    return id === null ? [] : [{ id, element }]
  })
  return {
    catalogues: declared.map(({ id, element }) => ({
      id,
      type: textAt(element, 'CtlgType') ?? '',
      name: textAt(element, 'CtlgName') ?? id,
    })),
    absolute: new Set(
      declared.flatMap(({ id, element }) => (textAt(element, 'CtlgAssignType') === 'Absolute' ? [id] : [])),
    ),
  }
}

/** Where an item, or all that is below a category, belongs: its own assignments, and those of the parts its quantity is split into. */
export function assignedTo(element: XmlElement | undefined, { absolute }: Declared): BillAssignment[] {
  const own = elementsIn(element, 'CtlgAssign').flatMap((one) => {
    const value = numberAt(one, 'Quantity')
    const type = elementAt(one, 'Quantity')?.attributes.Type
    return assignment(one, (catalogue) =>
      value === null
        ? null
        : { kind: type === 'Absolut' || (!type && absolute.has(catalogue)) ? 'quantity' : 'percent', value },
    )
  })
  const split = elementsIn(element, 'QtySplit').flatMap((part) => {
    const value = numberAt(part, 'Qty')
    return elementsIn(part, 'CtlgAssign').flatMap((one) =>
      assignment(one, () => (value === null ? null : { kind: 'quantity', value })),
    )
  })
  const said = new Set(own.map(({ catalogue }) => catalogue))
  return [...own, ...split.filter(({ catalogue }) => !said.has(catalogue))]
}

function assignment(
  element: XmlElement,
  partOf: (catalogue: string) => BillAssignment['part'],
): BillAssignment[] {
  const [catalogue, code] = [textAt(element, 'CtlgID'), textAt(element, 'CtlgCode')]
  return catalogue === null || code === null ? [] : [{ catalogue, code, part: partOf(catalogue) }]
}

/** What holds for an item: its own, and of catalogues in which it has none what holds above it. Quantities hold for one item only. */
export function withInherited(
  own: readonly BillAssignment[],
  above: readonly BillAssignment[],
): BillAssignment[] {
  const said = new Set(own.map(({ catalogue }) => catalogue))
  return [
    ...own,
    ...above.flatMap((one) =>
      said.has(one.catalogue) ? [] : [one.part?.kind === 'quantity' ? { ...one, part: null } : one],
    ),
  ]
}
