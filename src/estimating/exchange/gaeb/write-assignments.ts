import { element, type XmlPart } from '#base/xml/write-xml.ts'
import type { FileCatalogue } from '../line-groups.ts'
import type { BillAssignment } from './bill.ts'
import { digits, oneLine } from './gaeb-values.ts'

/** Declares the catalogues that items are assigned in. */
export const cataloguesOf = (catalogues: readonly FileCatalogue[]): XmlPart[] =>
  catalogues.map(({ id, type, name }) =>
    element('Ctlg', [
      element('CtlgID', oneLine(id, 100)),
      element('CtlgType', type),
      element('CtlgName', oneLine(name, 80)),
      element('CtlgAssignType', 'Percentaged'),
    ]),
  )

/** Where an item belongs, with the share of each code. */
export const assignmentsOf = (assigned: readonly BillAssignment[]): XmlPart[] =>
  assigned.map(({ catalogue, code, part }) =>
    element('CtlgAssign', [
      element('CtlgID', oneLine(catalogue, 100)),
      element('CtlgCode', oneLine(code, 100)),
      part && quantityOf(part),
    ]),
  )

const quantityOf = ({ kind, value }: NonNullable<BillAssignment['part']>): XmlPart =>
  element('Quantity', digits(value, 6), { Type: kind === 'percent' ? 'Pct' : 'Absolut' })
