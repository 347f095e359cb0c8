import { ValidationService } from '@tsoa/runtime';

const checks = ValidationService.prototype;
const checkText = Reflect.get(checks, 'validateString');

/**
 * Leaves the lengths of texts to `checkForm`, which counts characters as JSON Schema does. What tsoa generates checks them
 * once more, and counts UTF-16 units, in which an emoji has two; it has no setting for that.
 */
export function leaveLengthsToCheckForm(): void {
  checks.validateString = function (name, value, faults, validators, parent) {
    const typeAlone = { ...validators, minLength: undefined, maxLength: undefined };
    return checkText.call(this, name, value, faults, typeAlone, parent);
  };
}
