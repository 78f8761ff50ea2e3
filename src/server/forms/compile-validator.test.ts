import { createPrecompiledValidator } from '@rjsf/validator-ajv8'
import { describe, expect, it } from 'vitest'
import { compileWorkspace } from '#kernel/models/workspace.ts'
import { formSchema } from '#kernel/models/form-schema.ts'
import { compilePermissions } from '#kernel/permissions/compile-permissions.ts'
import { starterModels } from '#features/quick-setup/starter-models.ts'
import { compileValidator } from './compile-validator.ts'

const tenant = '01900000-0000-7000-8000-000000000001'

/** Loads the code as a browser would: as a module of its own. */
const load = async (code: string): Promise<Parameters<typeof createPrecompiledValidator>[0]> =>
  (
    (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      default: Parameters<typeof createPrecompiledValidator>[0]
    }
  ).default

const documents = starterModels.map((body, index) => ({
  kind: 'model',
  id: `01900000-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`,
  key: body.key,
  body,
  created_at: '2026-01-01T00:00:00.000Z',
}))

describe('compiled form validators', () => {
  const workspace = compileWorkspace(tenant, tenant, documents)
  const access = compilePermissions(workspace, 'member')

  it.each(starterModels.map(({ key }) => key))(
    '%s: a module without imports that rjsf accepts',
    async (key) => {
      const model = workspace.models.get(key)
      if (!model) throw new Error('no model')
      const { schema } = formSchema(model, null, access)
      const { code, name } = compileValidator(schema, tenant)
      expect(name).toMatch(/^[0-9a-f]{64}$/)
      expect(code).not.toMatch(/\bimport\b|\beval\b|new Function/)
      const validator = createPrecompiledValidator(await load(code), schema)
      expect(validator.validateFormData({}, schema).errors.length).toBe((schema.required as string[]).length)
    },
  )

  it('says what is wrong, where', async () => {
    const model = workspace.models.get('price_book')
    if (!model) throw new Error('no model')
    const { schema } = formSchema(model, null, access)
    const { code, name } = compileValidator(schema, tenant)
    const validator = createPrecompiledValidator(await load(code), schema)
    const wrong = {
      code: 'x'.repeat(41),
      name: 'Beam',
      price: '1,5',
      category: 'None',
      valid_from: '2026-13-01',
    }
    const { errors } = validator.validateFormData(wrong, schema)
    expect(errors.map(({ property }) => property)).toEqual(
      expect.arrayContaining(['.code', '.price', '.category', '.valid_from']),
    )
    const right = {
      code: 'x'.repeat(40),
      name: 'Beam',
      price: '1.50',
      category: 'Labour',
      valid_from: '2026-12-01',
    }
    expect(validator.validateFormData(right, schema).errors).toEqual([])
    expect(compileValidator(schema, 'another workspace').name).not.toBe(name)
  })
})
