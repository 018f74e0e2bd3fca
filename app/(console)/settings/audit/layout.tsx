import { withWords } from '../../../page-words.tsx';

export default withWords('audit', 'list', 'operations', 'views');
