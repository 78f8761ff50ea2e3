import type { ModelDescription } from '#contracts/model-description.ts'
import type { Access } from '#kernel/permissions/compile-permissions.ts'

/** Says of saved views whether this reader may save them for everybody: who changes no screens does not. */
export const markSharing = (description: ModelDescription, access: Access): ModelDescription =>
  description.key !== 'sys_view' || access.manages('layouts')
    ? description
    : {
        ...description,
        fields: description.fields.map((field) =>
          field.key === 'shared' || field.key === 'default_for' ? { ...field, read_only: true } : field,
        ),
      }
