import type { ManageArea, Verb } from '#contracts/role.ts'

export type { ManageArea, ModelGrant, Role, Verb } from '#contracts/role.ts'

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
  workspace: 'Workspace settings',
} as const satisfies Record<ManageArea, string>

export const verbs = Object.keys(verbTitles) as Verb[]
export const areas = Object.keys(areaTitles) as ManageArea[]
export const verbTitle = (verb: Verb): string => verbTitles[verb]
export const areaTitle = (area: ManageArea): string => areaTitles[area]
