import type { ManageArea, OutsideRole, outsideVerbs as granted, Verb } from '#contracts/role.ts'

export type { ManageArea, ModelGrant, OutsideRole, Role, Verb } from '#contracts/role.ts'

// Written out here because the contract's own lists would bring its validators into the browser; the types hold them equal.
const verbTitles = {
  read: 'Read',
  create: 'Add',
  update: 'Change',
  delete: 'Delete',
  export: 'Export',
  share: 'Share',
} as const satisfies Record<Verb, string>

const areaTitles = {
  models: 'Models and fields',
  archetypes: 'Archetypes',
  layouts: 'Screens',
  routes: 'Navigation',
  roles: 'Roles and permissions',
  members: 'People',
  workflows: 'Workflows',
  workspace: 'Workspace settings',
} as const satisfies Record<ManageArea, string>

/** What those who do not work here may be given at most. */
export const outsideVerbs: typeof granted = {
  customer: ['read', 'create', 'update', 'export'],
  public: ['read', 'create'],
}
export const outsideRole = (key: string): OutsideRole | null =>
  key === 'customer' || key === 'public' ? key : null

export const verbs = Object.keys(verbTitles) as Verb[]
export const areas = Object.keys(areaTitles) as ManageArea[]
export const verbTitle = (verb: Verb): string => verbTitles[verb]
export const areaTitle = (area: ManageArea): string => areaTitles[area]
