export { isBlank, isObject, isUnset, type JsonObject } from '../../../src/builder/raw-value.ts';
