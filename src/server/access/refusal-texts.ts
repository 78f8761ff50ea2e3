import type { ManageArea, Verb } from '#contracts/role.ts'

// Whole sentences, so that they can be translated: what the role lacks, and who can give it. They name no record and no
// field, so they tell nothing that the person may not know.

/** What somebody is told whose role lacks a verb for records they may see. */
export const verbRefusals: Record<Verb, string> = {
  read: 'Your role may not see records of this kind. An owner or admin can change that under Access.',
  create: 'Your role may not add records of this kind. An owner or admin can change that under Access.',
  update: 'Your role may not change records of this kind. An owner or admin can change that under Access.',
  delete: 'Your role may not delete records of this kind. An owner or admin can change that under Access.',
  export: 'Your role may not export records of this kind. An owner or admin can change that under Access.',
  share: 'Your role may not share records of this kind. An owner or admin can change that under Access.',
}

/** The same for what a role manages beside records. */
export const areaRefusals: Record<ManageArea, string> = {
  models: 'Your role may not change models. An owner or admin can give you a role that may.',
  archetypes: 'Your role may not change archetypes. An owner or admin can give you a role that may.',
  layouts: 'Your role may not change screens. An owner or admin can give you a role that may.',
  routes: 'Your role may not change the navigation. An owner or admin can give you a role that may.',
  roles:
    'Your role may not see or change roles and permissions. An owner or admin can give you a role that may.',
  members: 'Your role may not manage people. An owner or admin can give you a role that may.',
  workflows: 'Your role may not see or change workflows. An owner or admin can give you a role that may.',
  workspace: 'Your role may not change the workspace. An owner or admin can give you a role that may.',
}
