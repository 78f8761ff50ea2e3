/** A kind of node as a new hierarchy begins with it: by name, with the names of what it may stand in. */
export interface UsualKind {
  name: string
  icon: string
  at_top: boolean
  inside: readonly string[]
  /** The layout that shows its nodes, where it is not the usual one. */
  page?: string
}

/** What hierarchies of each kind are usually made of; a tenant changes them like any record. */
export const usualKinds: Readonly<Record<'location' | 'wbs' | 'cost' | 'own', readonly UsualKind[]>> = {
  location: [
    { name: 'Site', icon: 'map', at_top: true, inside: [] },
    { name: 'Building', icon: 'building', at_top: true, inside: ['Site'] },
    { name: 'Storey', icon: 'layers', at_top: false, inside: ['Building'] },
    { name: 'Zone', icon: 'grid', at_top: false, inside: ['Building', 'Storey', 'Zone'] },
    { name: 'Room', icon: 'door', at_top: false, inside: ['Storey', 'Zone'], page: 'hierarchy-room' },
  ],
  wbs: [
    { name: 'Phase', icon: 'timeline', at_top: true, inside: [] },
    { name: 'Work package', icon: 'package', at_top: true, inside: ['Phase', 'Work package'] },
    { name: 'Task', icon: 'check', at_top: false, inside: ['Work package', 'Task'] },
  ],
  cost: [{ name: 'Cost group', icon: 'coins', at_top: true, inside: ['Cost group'] }],
  own: [],
}
