import { createContext } from 'react';
import { registry } from './registry.ts';

/** The registry that views are looked up in; tests provide their own. */
export const RegistryContext = createContext(registry);
