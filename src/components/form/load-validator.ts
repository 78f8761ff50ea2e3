import type { RJSFSchema, ValidatorType } from '@rjsf/utils'
import { createPrecompiledValidator } from '@rjsf/validator-ajv8'
import type { FormDescription } from '#contracts/api/forms.ts'
import type { FormShared } from './form-theme.tsx'
import type { FormValues } from './form-values.ts'

export type FormValidator = ValidatorType<FormValues, RJSFSchema, FormShared>

/**
 * The validator of a form. The server compiled it: a browser under our policy may not turn text into code. Where its
 * module cannot be loaded the form still works, and what is wrong is said when it is saved.
 */
export async function loadValidator(
  { schema, validator }: FormDescription,
  address: (path: string) => string,
): Promise<FormValidator> {
  if (validator === '') return serverDecides
  try {
    const module = (await import(/* @vite-ignore */ address(validator))) as {
      default: Parameters<typeof createPrecompiledValidator>[0]
    }
    return createPrecompiledValidator<FormValues, RJSFSchema, FormShared>(
      module.default,
      schema as RJSFSchema,
    )
  } catch {
    // Another origin, or no connection: the server holds the same rules and refuses what breaks them.
    return serverDecides
  }
}

const serverDecides: FormValidator = {
  isValid: () => true,
  rawValidation: () => ({ errors: [] }),
  validateFormData: () => ({ errors: [], errorSchema: {} }),
}
