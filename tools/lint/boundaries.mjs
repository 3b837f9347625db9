/** Who may depend on whom, by the type tag of each package.json. contracts → zod; domain → contracts; i18n → contracts, intl-messageformat and its parser; testing → both; apps → libraries, never apps. */
export const mayDependOn = {
  'type:contracts': [],
  'type:domain': ['type:contracts'],
  'type:i18n': ['type:contracts'],
  'type:testing': ['type:contracts', 'type:domain'],
  'type:app': ['type:contracts', 'type:domain', 'type:i18n', 'type:testing'],
  'type:tools': ['type:contracts', 'type:domain', 'type:i18n', 'type:testing'],
};
