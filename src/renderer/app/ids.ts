export const filterId = 'activity-filter';
